-- Names the scan at a kiosk that a move came from, so that the same one sent again is done once.
ALTER TABLE usbcustody ADD COLUMN scanid TEXT;
CREATE UNIQUE INDEX usbcustody_scan ON usbcustody (scanid);
