import type { BackupState } from '../states.ts';

export interface AssetBackup {
  assetbackupid: number;
  backupdate: string;
  method: string | null;
  storagelocation: string | null;
  isverified: boolean;
  duedate: string | null;
  backupstate: BackupState;
  filename: string | null;
  originalname: string | null;
}
