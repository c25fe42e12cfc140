int bitpal_catalogue_placeholder(void);
