-- Since when nothing goes out of data that were restored; null once somebody said that this is the appliance that goes on.
ALTER TABLE appliance ADD COLUMN heldsince TEXT;
