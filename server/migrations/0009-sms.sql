-- Sends notices by SMS with the texts that a business has registered with the operators.

alter table notice_channels
  -- The number under which the operators know the business (DLT), where the channel is SMS.
  add column entity_id text;
alter table notice_channels add constraint notice_channels_entity_id_check
  check (entity_id ~ '^[0-9]{19}$') not valid;

-- A row is a text of reminders by SMS that a business has registered, in one language.
create table sms_texts (
  tenant_id uuid not null,
  language text not null check (language in ('en', 'hi', 'mr', 'te')),
  -- The id of its template at MSG91, and of the text with the operators.
  template_id text not null check (template_id ~ '^[0-9a-f]{24}$'),
  dlt_id text not null check (dlt_id ~ '^[0-9]{19}$'),
  -- The registered text with its variables.
  body text not null check (length(body) between 1 and 1000),
  updated_at timestamptz not null,
  primary key (tenant_id, language)
);
select isolate_tenant('sms_texts');
alter table sms_texts add foreign key (tenant_id) references tenants (id);
grant select, insert, update, delete on sms_texts to samay_app, samay_platform;
