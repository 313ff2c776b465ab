/** The time limit of a statement that inserts or examines a batch. */
export const INSERT_SECONDS = 3_600;
