typedef int sw_empty_sw_job_builder;
