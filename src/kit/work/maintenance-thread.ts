/**
 * The worker file of the thread that makes and reads backups, stages restores and makes support bundles. It is one file
 * for all of them, because each further one would make an executable larger by megabytes.
 */
export const MAINTENANCE_THREAD = 'src/kit/threads/maintenance.worker.ts';
