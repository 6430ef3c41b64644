"""The pages, one file each; every file has its `ROUTES`."""
