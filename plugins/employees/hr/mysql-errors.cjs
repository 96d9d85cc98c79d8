// Replaces the error names of `mysql2` in the executables. It contains only those of its four thousand that
// hr-error.ts handles or the driver itself uses.
const NAMES = {
  1040: 'ER_CON_COUNT_ERROR',
  1044: 'ER_DBACCESS_DENIED_ERROR',
  1045: 'ER_ACCESS_DENIED_ERROR',
  1049: 'ER_BAD_DB_ERROR',
  1054: 'ER_BAD_FIELD_ERROR',
  1142: 'ER_TABLEACCESS_DENIED_ERROR',
  1143: 'ER_COLUMNACCESS_DENIED_ERROR',
  1146: 'ER_NO_SUCH_TABLE',
  1203: 'ER_TOO_MANY_USER_CONNECTIONS',
  1290: 'ER_OPTION_PREVENTS_STATEMENT',
  1698: 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  1792: 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  1836: 'ER_READ_ONLY_MODE',
  3024: 'ER_QUERY_TIMEOUT',
};

for (const [number, name] of Object.entries(NAMES)) {
  exports[number] = name;
  exports[name] = Number(number);
}
