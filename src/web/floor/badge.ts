/** Whether a scan looks like a badge, so that the kiosk can say at once that it is none; the appliance judges it. */
export const isBadge = (scan: string): boolean => /^(0[0-9]{1,20}BZ|[0-9]{1,20})$/.test(scan.trim());

/** What people see of a badge: its last two digits. */
export const formatBadge = (scan: string): string => `••${scan.replace(/\D/g, '').slice(-2)}`;
