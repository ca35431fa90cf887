package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Programs.Step;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn from files being there or not. */
class FileExistenceEdgesTest extends FileEdgesTestCase {
  private static final FileTime DAY = FileTime.fromMillis(86_400_000);

  /** What is asked of a file, and of a path without one. */
  private interface Question {
    boolean of(Path file, Path none) throws Exception;
  }

  /** What is done to both, of the class {@link File}. */
  private interface UseOfFile {
    void of(File file, File none) throws Exception;
  }

  /** The same of the class {@link File}. */
  private interface QuestionOfFile {
    boolean of(File file, File none) throws Exception;
  }

  private static final Use CREATE = (file, none) -> Files.createFile(none);
  private static final Use REMOVE = (file, none) -> Files.delete(file);
  private static final Use REMOVE_OTHER = (file, none) -> Files.delete(none);
  private static final Use MOVE = (file, none) -> Files.move(file, none);
  private static final Use COPY = (file, none) -> Files.copy(file, none);
  private static final Use LINK = (file, none) -> Files.createLink(none, file);
  private static final Question IS_FOUND = (file, none) -> Files.exists(none);
  private static final Question IS_GONE = (file, none) -> !Files.exists(file);

  /** One thread does something, and another one asks until it is so. */
  private static Arguments until(String name, Use first, Question seen) {
    return paths(
        name,
        "",
        (file, none) ->
            handOverMeanwhile(
                () -> first.of(file, none), () -> untilTrue(() -> seen.of(file, none))));
  }

  /** One thread does something, and another one tries until it can do something. */
  private static Arguments untilDone(String name, Use first, Use second) {
    return until(name, first, (file, none) -> succeeds(() -> second.of(file, none)));
  }

  /** The same where there are two files. */
  private static Arguments untilDoneOfTwo(String name, Use first, Use second) {
    return paths(
        name,
        "",
        (file, none) -> {
          Files.createFile(none);
          handOverMeanwhile(
              () -> first.of(file, none),
              () -> untilTrue(() -> succeeds(() -> second.of(file, none))));
        });
  }

  /** One thread does something, and what another one does fails then. */
  private static Arguments fails(String name, Use first, Use second) {
    return turns(name, first, (file, none) -> Programs.fails(() -> second.of(file, none)));
  }

  /** One thread does something, and then another one. */
  private static Arguments turns(String name, Use first, Use second) {
    return turns(name, "", first, second);
  }

  private static Arguments turns(String name, String suffix, Use first, Use second) {
    return paths(
        name,
        suffix,
        (file, none) -> inTurn(() -> first.of(file, none), () -> second.of(file, none)));
  }

  /* The threads must not ask the paths for these files: nothing is known of such calls. */
  private static Arguments files(String name, UseOfFile use) {
    return paths("File: " + name, "", (file, none) -> use.of(file.toFile(), none.toFile()));
  }

  private static Arguments untilOfFile(String name, UseOfFile first, QuestionOfFile seen) {
    return files(
        name,
        (file, none) ->
            handOverMeanwhile(
                () -> first.of(file, none), () -> untilTrue(() -> seen.of(file, none))));
  }

  private static Arguments turnsOfFile(String name, UseOfFile first, QuestionOfFile second) {
    return files(
        name,
        (file, none) -> inTurn(() -> first.of(file, none), () -> check(second.of(file, none))));
  }

  private static boolean succeeds(Step step) throws Exception {
    try {
      step.run();
      return true;
    } catch (IOException early) {
      return false;
    }
  }

  private static void read(Path path) throws IOException {
    new FileInputStream(path.toFile()).close();
  }

  private static void readAnywhere(Path path) throws IOException {
    new RandomAccessFile(path.toFile(), "r").close();
  }

  private static Stream<Arguments> found() {
    return Stream.of(
        until("created, found", CREATE, IS_FOUND),
        until("created, a regular file", CREATE, (file, none) -> Files.isRegularFile(none)),
        until(
            "a directory",
            (file, none) -> Files.createDirectory(none),
            (file, none) -> Files.isDirectory(none)),
        until("a link", LINK, IS_FOUND),
        until("a symbolic link", (file, none) -> Files.createSymbolicLink(none, file), IS_FOUND),
        until("moved, found", MOVE, IS_FOUND),
        until("copied, found", COPY, IS_FOUND),
        until(
            "touched",
            (file, none) -> Files.setLastModifiedTime(file, DAY),
            (file, none) -> Files.getLastModifiedTime(file).equals(DAY)),
        until(
            "grown",
            (file, none) -> Files.writeString(file, "hello"),
            (file, none) -> Files.size(file) == 5));
  }

  private static Stream<Arguments> opened() {
    return Stream.of(
        fails("removed, not opened", REMOVE, (file, none) -> read(file)),
        fails("removed, not opened for random access", REMOVE, (file, none) -> readAnywhere(file)));
  }

  private static Stream<Arguments> gone() {
    return Stream.of(
        until("removed, gone", REMOVE, IS_GONE),
        until("removed if there, gone", (file, none) -> Files.deleteIfExists(file), IS_GONE),
        until("moved away", MOVE, IS_GONE),
        fails("removed, no attributes", REMOVE, (file, none) -> Files.size(file)),
        fails("removed, not again", REMOVE, REMOVE),
        fails("removed, not copied", REMOVE, COPY));
  }

  private static Stream<Arguments> excluded() {
    StandardCopyOption replacing = StandardCopyOption.REPLACE_EXISTING;
    return Stream.of(
        untilDone("removed, created again", REMOVE, (file, none) -> Files.createFile(file)),
        untilDoneOfTwo("removed, linked again", REMOVE_OTHER, LINK),
        until("created, removed", CREATE, (file, none) -> Files.deleteIfExists(none)),
        untilDone("created, moved", CREATE, (file, none) -> Files.move(none, file, replacing)),
        untilDoneOfTwo("removed, moved there", REMOVE_OTHER, MOVE),
        untilDone("created, copied", CREATE, (file, none) -> Files.copy(none, file, replacing)),
        untilDoneOfTwo("removed, copied there", REMOVE_OTHER, COPY),
        fails("created, not again", CREATE, CREATE),
        fails("created, not linked", CREATE, LINK),
        fails("removed, not moved", REMOVE, MOVE),
        fails("created, not moved there", CREATE, MOVE),
        fails("created, not copied there", CREATE, COPY));
  }

  private static Stream<Arguments> ofFile() {
    UseOfFile create = (file, none) -> none.createNewFile();
    UseOfFile move = (file, none) -> file.renameTo(none);
    UseOfFile remove = (file, none) -> file.delete();
    return Stream.of(
        untilOfFile("created, found", create, (file, none) -> none.exists()),
        untilOfFile("created, a regular file", create, (file, none) -> none.isFile()),
        untilOfFile(
            "a directory", (file, none) -> none.mkdir(), (file, none) -> none.isDirectory()),
        untilOfFile(
            "touched",
            (file, none) -> file.setLastModified(DAY.toMillis()),
            (file, none) -> file.lastModified() == DAY.toMillis()),
        untilOfFile(
            "written, its length",
            (file, none) -> Files.writeString(file.toPath(), "hello"),
            (file, none) -> file.length() == 5),
        files(
            "opened for writing",
            (file, none) -> {
              Closeable[] opened = new Closeable[1];
              handOverMeanwhile(
                  () -> opened[0] = new FileOutputStream(none), () -> untilTrue(none::exists));
              opened[0].close();
            }),
        untilOfFile(
            "opened", create, (file, none) -> succeeds(() -> new FileInputStream(none).close())),
        untilOfFile(
            "opened for random access",
            create,
            (file, none) -> succeeds(() -> new RandomAccessFile(none, "r").close())),
        untilOfFile("moved, found", move, (file, none) -> none.exists()),
        untilOfFile("moved, gone", move, (file, none) -> !file.exists()),
        untilOfFile("removed, created again", remove, (file, none) -> file.createNewFile()),
        untilOfFile("created, removed", create, (file, none) -> none.delete()),
        turnsOfFile("created, not again", create, (file, none) -> !none.mkdir()),
        untilOfFile("created, moved", create, (file, none) -> none.renameTo(file)),
        files("a directory, not replaced", FileExistenceEdgesTest::notReplaced),
        turnsOfFile("created, replaced", create, (file, none) -> file.renameTo(none)));
  }

  /** A file cannot be moved to the place of a directory. */
  private static void notReplaced(File file, File directory) throws Exception {
    handOverMeanwhile(
        () -> untilTrue(directory::mkdir),
        () -> untilTrue(() -> !file.renameTo(directory) || !directory.renameTo(file)));
  }

  static Stream<Arguments> edges() {
    return Stream.of(found(), opened(), gone(), excluded(), ofFile()).flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        turns("found, removed", (file, none) -> Files.exists(file), REMOVE),
        turns("copied, written", COPY, (file, none) -> Files.writeString(file, "hello")),
        turns("a jar, found", ".jar", CREATE, (file, none) -> Files.exists(none)),
        turns(
            "a jar, its size",
            ".jar",
            (file, none) -> Files.writeString(file, "hello"),
            (file, none) -> Files.size(file)),
        turnsOfFile("found, removed", (file, none) -> file.exists(), (file, none) -> file.delete()),
        turnsOfFile(
            "another file", (file, none) -> none.createNewFile(), (file, none) -> file.exists()));
  }
}
