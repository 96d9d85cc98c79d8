/** A row of any register: ids are numbers, the rest as its descriptor says. */
export type RegisterRecord = Record<string, unknown>;

export interface Me {
  userid: number;
  username: string;
  email: string;
  firstname: string | null;
  lastname: string | null;
  isadmin: boolean;
  mustchangepassword: boolean;
  roles: { roleid: number; rolename: string; color: string | null }[];
  permissions: string[];
}

export interface SearchHit {
  kind: string;
  id: number | string;
  title: string;
  subtitle: string | null;
  url: string;
  score: number;
}

export interface Relationship {
  relationshipid: number;
  sourceassetid: number;
  targetassetid: number;
  relationshiptypeid: number;
  relationshiptype: string;
  isdirectional: boolean;
  direction: 'out' | 'in';
  notes: string | null;
  peer: { assetid: number; assetnumber: string; name: string | null; assettype: string; icon: string | null };
  inheritedvia?: { assetid: number; assetnumber: string } | null;
}

export interface Communication {
  communicationid: number;
  commtype: 'ip' | 'mac' | 'serial';
  address: string;
  isprimary: boolean;
  notes: string | null;
}

export interface HistoryEntry {
  historyid: number;
  field: string;
  old: unknown;
  new: unknown;
  /** Display names where the values are ids. */
  oldtext?: string | null;
  newtext?: string | null;
  action: string;
  username: string | null;
  actorkind: string;
  createddate: string;
  auditlogid: number | null;
}

export interface CustomValue {
  customfieldid: number;
  fieldname: string;
  label: string;
  fieldtype: 'text' | 'number' | 'date' | 'boolean' | 'select' | 'url';
  value: string | number | boolean | null;
  options: string[] | null;
  isrequired: boolean;
}

/** A person's arrangement of a list; `query` as in the address, without its `?`. */
export interface SavedView {
  savedviewid: number;
  viewname: string;
  page: string;
  query: unknown;
  columns: string[] | null;
  isshared: boolean;
  userid: number;
  username: string | null;
}

export interface AppPackage {
  apppackageid: number;
  filename: string;
  originalname: string;
  /** Bytes. */
  size: number;
  sha256: string;
  createddate: string;
}

export interface AppVersion {
  appversionid: number;
  version: string;
  releasedate: string | null;
  notes: string | null;
  packages: AppPackage[];
  createddate: string;
}

export interface InstalledApp {
  appid: number;
  appname: string;
  appversionid: number | null;
  version: string | null;
  isactive: boolean;
  installeddate?: string | null;
}

export interface DashboardSummary {
  assets: {
    total: number;
    bytype: {
      assettypeid: number;
      assettype: string;
      icon: string | null;
      color: string | null;
      count: number;
    }[];
    bystatus: { statusid: number; status: string; color: string | null; count: number }[];
  };
  attention: {
    key: string;
    title: string;
    count: number;
    severity: 'info' | 'warning' | 'critical';
    href: string;
  }[];
  recent: {
    auditlogid: number;
    createddate: string;
    action: string;
    username: string | null;
    entitytype: string;
    entityid: number | null;
    title: string | null;
    href: string | null;
  }[];
}

export interface AuditRow {
  auditlogid: number;
  createddate: string;
  action: string;
  userid: number | null;
  username: string | null;
  actorkind: string;
  entitytype: string;
  entityid: number | null;
  details: { changes?: Record<string, [unknown, unknown]>; [key: string]: unknown } | null;
  ipaddress: string | null;
  requestid: string | null;
  undoable: boolean;
}

export interface Job {
  jobname: string;
  title: string;
  schedule: string;
  running: boolean;
  lastrun: string | null;
  lastresult: 'ok' | 'failed' | null;
  lasterror: string | null;
  /** Milliseconds. */
  lastduration: number | null;
  nextrun: string | null;
}

export interface User {
  userid: number;
  username: string;
  email: string;
  firstname: string | null;
  lastname: string | null;
  isactive: boolean;
  mustchangepassword: boolean;
  islocked?: boolean;
  lastlogindate?: string | null;
  roles: { roleid: number; rolename: string; color: string | null }[];
}

export interface Role {
  roleid: number;
  rolename: string;
  description: string | null;
  color: string | null;
  permissions: string[];
  isadmin: boolean;
  usercount: number;
}

export interface PermissionCatalog {
  permissions: string[];
  groups: { category: string; permissions: { name: string; description: string }[] }[];
}

export interface ApiToken {
  tokenid: number;
  name: string;
  prefix?: string;
  kind?: 'personal' | 'service';
  expiresat: string | null;
  scopes: string[] | null;
  isactive: boolean;
  lastuseddate: string | null;
  lastusedip: string | null;
  createddate: string;
  username?: string | null;
  /** In the answer of a create only. */
  secret?: string;
}

export interface Setting {
  key: string;
  value: string;
  valuetype: string;
  category: string;
  title?: string | null;
  description: string | null;
  issecret?: boolean;
  ispublic?: boolean;
  options?: (string | { value: string; label: string })[] | null;
  default?: string | null;
}
