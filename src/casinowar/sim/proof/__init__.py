"""The certificate of `casinowar prove`: that core, kernels and exact odds agree."""
