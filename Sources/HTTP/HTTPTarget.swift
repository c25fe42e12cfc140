// A small client over libcurl.
