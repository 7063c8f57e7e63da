-- What 0059 holds for new rows, held for all: rows of before have none of these columns. It reads the table beside its writers.
alter table appointments validate constraint appointments_lasts;
alter table appointments validate constraint appointments_price;
alter table appointments validate constraint appointments_resource;
alter table appointments validate constraint appointments_service;
