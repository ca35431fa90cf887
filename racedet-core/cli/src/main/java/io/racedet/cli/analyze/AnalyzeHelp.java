package io.racedet.cli.analyze;

import picocli.CommandLine.Model.CommandSpec;

/** What the help of {@code analyze} says of its results, beside its options. */
final class AnalyzeHelp {
  private static final String TSV =
      "tsv: no header, one line for each race, columns: file, engine, index of the earlier access,"
          + " index of the later access, variable, kind (write-write, write-read, read-write),"
          + " grade (OBSERVED: unordered by happens-before in the trace itself; PREDICTED: ordered"
          + " there, but not in the engine's relation; with --witness also WITNESSED and REFUTED,"
          + " and rows as they are decided), location of the earlier access, location of the later"
          + " access. '-' where eraser has no earlier access. Tab, line feed, carriage return and"
          + " backslash in names are \\t, \\n, \\r and \\\\.";

  private static final String JSON =
      "json: the format of races.json, which 'report --json' also writes (in the jar,"
          + " io/racedet/report/json/races.schema.json describes it). Each engine on each file is"
          + " one of 'tests': name (the file), engines, events, dropped (how many were left out);"
          + " its 'races' name it in their sightings, and refuted candidates are among them with"
          + " --refuted. 'first' is null where eraser has no earlier access. With --witness, remark"
          + " (why a race is refuted or not decided) and witness: events (how many), asRecorded"
          + " (length of the prefix that it shares with the trace), steps (the last ones), sequence"
          + " (the indices of all, for example 1-17,20,18). With --deadlocks each file is one of"
          + " 'tests', and 'deadlocks' has what was found, likewise.";

  private static final String DEADLOCKS =
      "Deadlocks as tsv have the columns file, 'deadlock', indices of the requests, names of the"
          + " locks that they request, grade (PREDICTED: only a pattern; with --witness also"
          + " WITNESSED: a reordering ends in it, and REFUTED); indices and names are joined by"
          + " commas, in the order of the cycle: the thread of each request holds the lock of the"
          + " next one.";

  private static final String OTHERS =
      "A comparison as tsv has the columns file, engine, candidates (races reported), shared (of"
          + " these, also reported by another engine), unique, run time in nanoseconds, bytes of"
          + " state at the end, events processed before it was stopped or 0; as json an object with"
          + " 'comparisons'. An explanation as json is an object with 'explanations'.";

  private static final String STATUS =
      "Exit status: 0 no race or deadlock, 1 races or deadlocks, 2 wrong usage, an engine that"
          + " failed, another error of racedet itself, or a file that cannot be read (other results"
          + " are printed).";

  private AnalyzeHelp() {}

  static void describe(CommandSpec spec) {
    spec.usageMessage()
        .description(
            "Finds the races in traces, or their deadlocks.",
            "",
            "Each file is read once for all engines. Races are listed one for each unordered pair"
                + " of locations, by the later access.")
        .footer("", TSV, "", JSON, "", DEADLOCKS, "", OTHERS, "", STATUS);
  }
}
