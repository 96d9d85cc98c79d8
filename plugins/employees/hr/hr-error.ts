/**
 * The reason why the HR database returned no result. The message is for users and contains no text of the
 * server, which may be confidential.
 */
export class HrError extends Error {
  constructor(
    /**
     * `server`: it is unreachable or rejects the login. `question`: it rejected the query. `value`: it
     * rejected the query because a value does not fit the type of the column. `settings`: they are incomplete
     * or invalid. `paused`: no query was sent after a failure.
     */
    readonly kind: 'server' | 'question' | 'value' | 'settings' | 'paused',
    message: string,
  ) {
    super(message);
  }
}

const server = (message: string) => new HrError('server', message);
const question = (message: string) => new HrError('question', message);

/** Returns the error of an HR database that did not respond in time. */
export const hrTimeoutError = () => server('The HR database did not respond within 3 seconds.');

const REFUSED = 'The HR database rejected the user or the password.';
const NO_DATABASE = 'The database does not exist, or the user has no access to it.';
const NO_TABLE = 'The table does not exist. Check its name and schema in the settings.';
const NO_COLUMN = 'A configured column is not in the table. Check the column names in the settings.';
const NO_RIGHT = 'The user has no permission to read the table.';
const NO_VALUE = 'The SSO column contains values other than digits.';
const QUERY_TIMEOUT = 'The query to the HR database took too long.';
const TOO_MANY_CONNECTIONS = 'The HR database accepts no more connections.';
const READ_ONLY = 'The configured table writes data when it is read, which is not allowed.';

/** Failures by error code: those of both database servers and of the network. */
const ERRORS_BY_CODE: Readonly<Record<string, () => HrError>> = {
  '28P01': () => server(REFUSED),
  '28000': () => server(REFUSED),
  ER_ACCESS_DENIED_ERROR: () => server(REFUSED),
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: () => server(REFUSED),
  AUTH_SWITCH_PLUGIN_ERROR: () => server(REFUSED),
  '3D000': () => server(NO_DATABASE),
  ER_BAD_DB_ERROR: () => server(NO_DATABASE),
  ER_DBACCESS_DENIED_ERROR: () => server(NO_DATABASE),
  '53300': () => server(TOO_MANY_CONNECTIONS),
  ER_CON_COUNT_ERROR: () => server(TOO_MANY_CONNECTIONS),
  ER_TOO_MANY_USER_CONNECTIONS: () => server(TOO_MANY_CONNECTIONS),
  '22003': () => new HrError('value', NO_VALUE),
  '22P02': () => new HrError('value', NO_VALUE),
  '42P01': () => question(NO_TABLE),
  '3F000': () => question(NO_TABLE),
  ER_NO_SUCH_TABLE: () => question(NO_TABLE),
  '42703': () => question(NO_COLUMN),
  ER_BAD_FIELD_ERROR: () => question(NO_COLUMN),
  '42501': () => question(NO_RIGHT),
  ER_TABLEACCESS_DENIED_ERROR: () => question(NO_RIGHT),
  ER_COLUMNACCESS_DENIED_ERROR: () => question(NO_RIGHT),
  '57014': () => question(QUERY_TIMEOUT),
  ER_STATEMENT_TIMEOUT: () => question(QUERY_TIMEOUT),
  ER_QUERY_TIMEOUT: () => question(QUERY_TIMEOUT),
  '25006': () => question(READ_ONLY),
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: () => question(READ_ONLY),
  ECONNREFUSED: () => server('The database server refused the connection. Check the server and the port.'),
  ENOTFOUND: () => server('The name of the database server was not found. Check the address.'),
  EAI_AGAIN: () => server('The name of the database server was not found. Check the address.'),
  EHOSTUNREACH: () => server('The database server cannot be reached from this appliance.'),
  ENETUNREACH: () => server('The database server cannot be reached from this appliance.'),
  ETIMEDOUT: () => hrTimeoutError(),
};

/** Converts an error of a driver to a failure with a message for users. */
export function toHrError(cause: unknown): HrError {
  if (cause instanceof HrError) return cause;
  const { code, sqlState, routine } = (cause ?? {}) as Record<string, string | undefined>;
  const createError = Object.hasOwn(ERRORS_BY_CODE, String(code)) ? ERRORS_BY_CODE[String(code)] : undefined;
  if (createError) return createError();
  // Both drivers set these fields when the server itself responded with an error that is not in the table.
  if (sqlState || routine) return question('The HR database rejected the query.');
  return server('The connection to the HR database failed, or the server uses another protocol.');
}
