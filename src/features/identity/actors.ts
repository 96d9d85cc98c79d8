import type { Actor } from '../../kit/actor.ts';
import type { Reader, Row } from '../../kit/data/reader.ts';

export interface UserRow extends Row {
  userid: number;
  username: string;
  email: string;
  passwordhash: string;
  firstname: string | null;
  lastname: string | null;
  isactive: number;
  mustchangepassword: number;
  tokenepoch: number;
  createddate: string;
  modifieddate: string;
}

/** What a user may do at this moment: roles are read at each use, so that a removed one counts at once. */
export function grantsOf(reader: Reader, userid: number): { isadmin: boolean; permissions: Set<string> } {
  const rows = reader.all<{ permission: string | null; isadmin: number }>(
    `SELECT p.permission, r.isadmin FROM userroles u JOIN roles r ON r.roleid = u.roleid
     LEFT JOIN rolepermissions p ON p.roleid = r.roleid WHERE u.userid = ?`,
    userid,
  );
  return {
    isadmin: rows.some((row) => row.isadmin === 1),
    permissions: new Set(rows.flatMap((row) => (row.permission ? [row.permission] : []))),
  };
}

/** The actor of a signed-in user; undefined when the user is gone, inactive or has since ended the token. */
export function userActor(reader: Reader, userid: number, epoch: number | null): Actor | undefined {
  const user = reader.get<UserRow>(
    'SELECT userid, username, isactive, tokenepoch FROM users WHERE userid = ?',
    userid,
  );
  if (user?.isactive !== 1 || (epoch !== null && user.tokenepoch !== epoch)) return undefined;
  return { kind: 'user', userid, name: user.username, ...grantsOf(reader, userid) };
}
