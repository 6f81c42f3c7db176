try --version
