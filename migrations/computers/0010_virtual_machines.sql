-- A virtual machine can be cloned with its serial number and UUID. The name of its maker and model do not always show it.
ALTER TABLE computers ADD COLUMN isvirtual INTEGER NOT NULL DEFAULT 0;
