/**
 * Reports whether a scan looks like a badge, so that the kiosk can reject others at once. The appliance
 * validates it again.
 */
export const isBadge = (scan: string): boolean => /^(0[0-9]{1,20}BZ|[0-9]{1,20})$/.test(scan.trim());

/** Returns the text that shows a badge: two dots and the last two digits. */
export const formatBadge = (scan: string): string => `••${scan.replace(/\D/g, '').slice(-2)}`;
