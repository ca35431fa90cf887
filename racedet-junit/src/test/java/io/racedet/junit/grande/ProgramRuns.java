package io.racedet.junit.grande;

import io.racedet.junit.grande.Checker.Checked;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs one program repeatedly in this process, and prints the times as one line. */
final class ProgramRuns {
  /* Longer than what the runtime waits for the next recording before it switches hooks off. */
  private static final int SWITCHED_OFF_MILLIS = 2_000;

  private final Program program;
  private final Mode mode;
  private final Path output;
  private final ProgramMain main;
  private final Checker checker;
  private final SwallowedOutput printed = new SwallowedOutput();
  private final List<Long> runs = new ArrayList<>();
  private final List<Long> recordings = new ArrayList<>();
  private Outcome outcome = Outcome.COMPLETE;
  private String reason = "";
  private long events;
  private int races;

  private ProgramRuns(Program program, Mode mode, Path output) throws ReflectiveOperationException {
    this.program = program;
    this.mode = mode;
    this.output = output;
    main = ProgramMain.of(program);
    checker = mode == Mode.PLAIN ? null : new Checker(main.home(), program.packages(), output);
  }

  /**
   * Runs a program.
   *
   * @param args its name, the mode, the folder for reports, and the {@link Effort}
   */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    ProgramRuns all =
        new ProgramRuns(Program.of(args[0]), Mode.of(args[1]), Path.of(args[2]).toAbsolutePath());
    System.setOut(new PrintStream(all.printed, false, StandardCharsets.UTF_8));
    Measurement measured = all.run(Effort.of(List.of(args).subList(3, args.length)));
    System.setOut(out);
    out.println(measured.line());
  }

  private Measurement run(Effort effort) throws Exception {
    if (mode == Mode.IDLE) {
      checker.check(() -> null); // the test before, after which the program is woven
      Thread.sleep(SWITCHED_OFF_MILLIS);
    }
    long start = System.nanoTime();
    while (isRight() && effort.wantsWarmUp(runs.size(), since(start))) {
      runOnce();
    }
    runs.clear();
    recordings.clear();
    Split split = mode.isSplit() ? runSampled(effort, start) : runTimed(effort, start);
    return new Measurement(program, mode, outcome, runs, recordings, events, races, split, reason);
  }

  /* The runs that warm up are not sampled. */
  private Split runSampled(Effort effort, long start) throws Exception {
    try (Sampling sampling = new Sampling()) {
      runTimed(effort, start);
      return sampling.end(output.resolve("samples.jfr"), new StackOwner(program));
    }
  }

  private Split runTimed(Effort effort, long start) throws Exception {
    while (isRight() && effort.wantsRun(runs.size(), since(start))) {
      runOnce();
    }
    return Split.NONE;
  }

  private boolean isRight() {
    return outcome != Outcome.FAILED;
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void runOnce() throws Exception {
    program.reset();
    long start = System.nanoTime();
    if (mode.isChecked()) {
      Checked checked = checker.check(main);
      runs.add(System.nanoTime() - start);
      keep(checked);
    } else {
      main.call();
      runs.add(System.nanoTime() - start);
    }
    judge(printed.take());
  }

  private void keep(Checked checked) {
    recordings.add(checked.recording());
    outcome = checked.outcome();
    reason = checked.reason();
    events = checked.events();
    races = checked.races();
  }

  private void judge(String text) {
    Program.failure(text)
        .ifPresent(
            line -> {
              outcome = Outcome.FAILED;
              reason = line;
            });
  }
}
