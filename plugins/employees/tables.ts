import { folded, index, serial, sqliteTable, stamps, text } from '../../src/kit/data/columns.ts';

export const employees = sqliteTable(
  'employees',
  {
    employeeid: serial(),
    sso: text().notNull().unique(),
    firstname: folded().notNull(),
    lastname: folded().notNull(),
    fullname: folded().notNull(),
    team: folded(),
    role: folded(),
    picture: text(),
    ...stamps(),
  },
  (t) => [
    index('employees_sso').on(t.sso, t.employeeid),
    index('employees_first').on(t.firstname, t.employeeid),
    index('employees_last').on(t.lastname, t.employeeid),
    index('employees_full').on(t.fullname, t.employeeid),
    index('employees_team').on(t.team, t.lastname, t.employeeid),
    index('employees_role').on(t.role, t.lastname, t.employeeid),
    index('employees_picture').on(t.picture),
    index('employees_created').on(t.createddate, t.employeeid),
    index('employees_modified').on(t.modifieddate, t.employeeid),
  ],
);
