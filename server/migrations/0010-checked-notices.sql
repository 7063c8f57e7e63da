-- Checks the notices of before by the constraints of 0006, while others write.
alter table notices validate constraint notices_channel_check;
alter table notices validate constraint notices_state_check;
