"""Benchmarks: each prints ratios to a baseline measured in the same run, and asserts no time (`make bench`)."""
