package io.racedet.cli;

import io.racedet.trace.HostileFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Runs commands on hostile files; {@link SmallHeapTest} starts it in a process of its own, with a
 * small heap. Prints a line for each command: the name of the file, the exit status, the first line
 * of the errors.
 */
final class SmallHeapRun {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("info"),
          List.of("validate"),
          List.of("convert"),
          List.of("analyze", "--lenient", "-e", "fasttrack,slp-hb", "--max-events=100000"));

  private SmallHeapRun() {}

  /**
   * Runs commands on all files of a folder.
   *
   * @param args the folder, a seed, and how many damaged copies of each file to make; 0 to take the
   *     files as they are
   */
  public static void main(String[] args) throws IOException {
    SplittableRandom random = new SplittableRandom(Long.parseLong(args[1]));
    int copies = Integer.parseInt(args[2]);
    List<Path> files;
    try (Stream<Path> all = Files.list(Path.of(args[0]))) {
      files = all.sorted().toList();
    }
    for (Path file : files) {
      if (copies == 0) {
        COMMANDS.forEach(command -> run(command, file));
      }
      byte[] whole = copies == 0 ? new byte[0] : Files.readAllBytes(file);
      for (int i = 0; i < copies; i++) {
        Files.write(file, damaged(file.toString(), whole, random));
        List<String> command = COMMANDS.get(random.nextInt(COMMANDS.size()));
        run(command, file);
      }
    }
  }

  /** Damages a file, or what is in it, so that any part of a reader comes across nonsense. */
  private static byte[] damaged(String name, byte[] whole, SplittableRandom random)
      throws IOException {
    boolean isGzip = name.endsWith(".gz");
    if (isGzip && random.nextBoolean()) {
      return HostileFiles.damaged(whole, random);
    }
    byte[] plain = isGzip ? HostileFiles.gunzip(whole) : whole;
    byte[] damaged =
        !name.contains(".std") && random.nextBoolean()
            ? HostileFiles.damagedBlock(plain, random)
            : HostileFiles.damaged(plain, random);
    return isGzip ? HostileFiles.gzip(damaged) : damaged;
  }

  private static void run(List<String> command, Path file) {
    Path out = file.resolveSibling("out.rdt");
    Object[] args =
        Stream.concat(
                command.stream(),
                command.get(0).equals("convert")
                    ? Stream.of("--to=rdt", file, out)
                    : Stream.of(file))
            .toArray();
    CommandRun run = CommandRun.of(args);
    System.out.println(
        file.getFileName()
            + "\t"
            + command.get(0)
            + "\t"
            + run.status()
            + "\t"
            + run.err().lines().findFirst().orElse(""));
  }
}
