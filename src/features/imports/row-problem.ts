/** An error of one row, in plain sentences for the user. The other rows are not affected. */
export class RowProblem extends Error {}
