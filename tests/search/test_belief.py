"""Evidence about holders of secrets: deals that fit it become likely, and what one holds nobody else holds."""

from __future__ import annotations

from math import log

import pytest

from zashiki.search.belief import Belief, all_deals


def test_every_deal_is_as_likely_as_any_other_at_first() -> None:
    belief = Belief(3, 5)
    assert len(belief.deals) == 5 * 4 * 3
    assert belief.weights() == pytest.approx(1 / 60)
    assert belief.shares(belief.weights()) == pytest.approx(0.2)


def test_no_two_hold_the_same_secret() -> None:
    assert all(len(set(deal)) == 4 for deal in all_deals(4, 5).tolist())


def test_evidence_weighs_as_bayes_says() -> None:
    """Holder 0 did what is three times as likely for secret 1 as for secret 0; there are two secrets."""
    belief = Belief(2, 2)
    belief.add(0, [log(0.2), log(0.6)])
    shares = belief.shares(belief.weights())
    assert shares[0] == pytest.approx([0.25, 0.75])
    assert shares[1] == pytest.approx([0.75, 0.25])


def test_evidence_about_one_tells_about_the_others() -> None:
    belief = Belief(3, 5)
    belief.add(1, [5.0, 0.0, 0.0, 0.0, 0.0])
    shares = belief.shares(belief.weights())
    assert shares[1][0] > 0.9
    assert shares[0][0] < 0.05
    assert shares[0][1:] == pytest.approx([shares[0][1]] * 4)


def test_whoever_knows_a_secret_leaves_out_what_does_not_fit() -> None:
    belief = Belief(3, 5)
    shares = belief.shares(belief.weights(0, 2))
    assert shares[0] == pytest.approx([0, 0, 1, 0, 0])
    assert shares[1] == pytest.approx([0.25, 0.25, 0, 0.25, 0.25])


def test_suspicion_is_what_those_believe_who_see_no_secret() -> None:
    belief = Belief(3, 5)
    belief.add(2, [0.0, 1.0, 0.0, 0.0, 0.0])
    shares = belief.shares(belief.weights())
    assert belief.suspicion(2) == pytest.approx([log(share) for share in shares[2]])
