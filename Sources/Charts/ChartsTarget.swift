// Series drawn into grids.
