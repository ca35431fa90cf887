package io.racedet.engine.growth;

/**
 * The numbers of a trace that costs depend on.
 *
 * @param events n
 * @param syncs those of them that are no accesses
 * @param threads T
 * @param variables V
 * @param locks locks
 * @param held L, the most locks that a thread holds at one time
 * @param readers the most threads that read one variable
 * @param locksets the most locksets of one variable, each with its thread
 * @param lockVariables the pairs of a variable and a lock that is held at an access of it
 * @param undecided Q, the most sections that end before a time comes at which no section is open
 */
record TraceSize(
    double events,
    double syncs,
    double threads,
    double variables,
    double locks,
    double held,
    double readers,
    double locksets,
    double lockVariables,
    double undecided) {}
