-- A business that sends by its own account of SMS may register a text for codes too.
alter table sms_texts
  add column code_template_id text check (code_template_id ~ '^[0-9a-f]{24}$'),
  add column code_dlt_id text check (code_dlt_id ~ '^[0-9]{19}$'),
  add column code_body text check (length(code_body) between 1 and 1000)
    constraint sms_texts_code check (num_nulls(code_template_id, code_dlt_id, code_body) in (0, 3));
