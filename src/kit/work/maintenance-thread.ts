/**
 * The worker file of the thread that creates and reads backups, copies them to targets, stages restores and
 * creates support bundles. One file serves all of them, because each further one would enlarge an executable
 * by megabytes.
 */
export const MAINTENANCE_THREAD = 'src/kit/threads/maintenance.worker.ts';
