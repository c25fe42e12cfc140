// Exact quantities, prices and costs.
