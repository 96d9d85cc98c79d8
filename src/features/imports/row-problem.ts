/** An error of a row with its column and field, which are null for an error of the whole row. */
export interface RowError {
  /** Header of the column. */
  column: string | null;
  field: string | null;
  /** The error, usually with the value that was read and how to write it. */
  message: string;
}

/** The errors of one row, in plain sentences for the user. They do not affect other rows. */
export class RowProblem extends Error {
  constructor(
    /** All errors in one text, usually with the names of their columns. */
    message: string,
    readonly errors: readonly RowError[] = [{ column: null, field: null, message }],
  ) {
    super(message);
  }
}

/** The error of a name that no record has, or that several records have. */
export class UnknownNameProblem extends RowProblem {
  constructor(
    message: string,
    readonly isAmbiguous: boolean,
  ) {
    super(message);
  }
}

/** Ends a row that the user chose to skip. The message is the reason. */
export class SkippedRow extends Error {}

/** Returns one problem with the errors and messages of several, each once. */
export function joinProblems(problems: readonly RowProblem[]): RowProblem {
  const errors = new Map(
    problems.flatMap((problem) => problem.errors).map((error) => [JSON.stringify(error), error]),
  );
  return new RowProblem([...new Set(problems.map(({ message }) => message))].join(' '), [...errors.values()]);
}
