typedef int sw_empty_sw_schema;
