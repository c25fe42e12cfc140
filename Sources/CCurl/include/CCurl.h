int bitpal_curl_placeholder(void);
