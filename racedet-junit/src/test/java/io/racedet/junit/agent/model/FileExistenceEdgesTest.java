package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.fails;
import static io.racedet.junit.agent.model.Programs.handOver;
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
class FileExistenceEdgesTest extends EdgesTestCase {
  private static final FileTime DAY = FileTime.fromMillis(86_400_000);

  private interface Use {
    void of(Path file, Path none) throws Exception;
  }

  /** A file of a directory, and a path there without one. */
  private static Arguments paths(String name, Use use) {
    return paths(name, "", use);
  }

  private static Arguments paths(String name, String suffix, Use use) {
    return edge(
        name,
        () -> {
          Path directory = Files.createTempDirectory("racedet");
          Path file = Files.createFile(directory.resolve("file" + suffix));
          Path none = directory.resolve("none" + suffix);
          try {
            use.of(file, none);
          } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(none);
            Files.delete(directory);
          }
        });
  }

  private static Stream<Arguments> found() {
    return Stream.of(
        paths(
            "created, found",
            (file, none) ->
                handOver(() -> Files.createFile(none), () -> untilTrue(() -> Files.exists(none)))),
        paths(
            "created, a regular file",
            (file, none) ->
                handOver(
                    () -> Files.createFile(none),
                    () -> untilTrue(() -> Files.isRegularFile(none)))),
        paths(
            "a directory",
            (file, none) ->
                handOver(
                    () -> Files.createDirectory(none),
                    () -> untilTrue(() -> Files.isDirectory(none)))),
        paths(
            "a link",
            (file, none) ->
                handOver(
                    () -> Files.createLink(none, file), () -> untilTrue(() -> Files.exists(none)))),
        paths(
            "a symbolic link",
            (file, none) ->
                handOver(
                    () -> Files.createSymbolicLink(none, file),
                    () -> untilTrue(() -> Files.exists(none)))),
        paths(
            "moved, found",
            (file, none) ->
                handOver(() -> Files.move(file, none), () -> untilTrue(() -> Files.exists(none)))),
        paths(
            "copied, found",
            (file, none) ->
                handOver(() -> Files.copy(file, none), () -> untilTrue(() -> Files.exists(none)))),
        paths(
            "touched",
            (file, none) ->
                handOver(
                    () -> Files.setLastModifiedTime(file, DAY),
                    () -> untilTrue(() -> Files.getLastModifiedTime(file).equals(DAY)))),
        paths(
            "grown",
            (file, none) ->
                handOver(
                    () -> Files.writeString(file, "hello"),
                    () -> untilTrue(() -> Files.size(file) == 5))));
  }

  private static Stream<Arguments> opened() {
    return Stream.of(
        paths(
            "created, opened",
            (file, none) ->
                handOver(
                    () -> Files.createFile(none),
                    () ->
                        untilTrue(
                            () -> succeeds(() -> new FileInputStream(none.toFile()).close())))),
        paths(
            "created, opened for random access",
            (file, none) ->
                handOver(
                    () -> Files.createFile(none),
                    () ->
                        untilTrue(
                            () ->
                                succeeds(() -> new RandomAccessFile(none.toFile(), "r").close())))),
        paths(
            "removed, not opened",
            (file, none) ->
                inTurn(
                    () -> Files.delete(file),
                    () -> fails(() -> new FileInputStream(file.toFile()).close()))),
        paths(
            "removed, not opened for random access",
            (file, none) ->
                inTurn(
                    () -> Files.delete(file),
                    () -> fails(() -> new RandomAccessFile(file.toFile(), "r").close()))),
        paths(
            "opened for writing, found",
            (file, none) -> {
              Closeable[] opened = new Closeable[1];
              handOver(
                  () -> opened[0] = new FileOutputStream(none.toFile()),
                  () -> untilTrue(none.toFile()::exists));
              opened[0].close();
            }));
  }

  private static Stream<Arguments> gone() {
    return Stream.of(
        paths(
            "removed, gone",
            (file, none) ->
                handOver(() -> Files.delete(file), () -> untilTrue(() -> !Files.exists(file)))),
        paths(
            "removed if there, gone",
            (file, none) ->
                handOver(
                    () -> Files.deleteIfExists(file), () -> untilTrue(() -> !Files.exists(file)))),
        paths(
            "moved away",
            (file, none) ->
                handOver(() -> Files.move(file, none), () -> untilTrue(() -> !Files.exists(file)))),
        paths(
            "removed, no attributes",
            (file, none) -> inTurn(() -> Files.delete(file), () -> fails(() -> Files.size(file)))),
        paths(
            "removed, not again",
            (file, none) ->
                inTurn(() -> Files.delete(file), () -> fails(() -> Files.delete(file)))),
        paths(
            "removed, not copied",
            (file, none) ->
                inTurn(() -> Files.delete(file), () -> fails(() -> Files.copy(file, none)))));
  }

  private static boolean succeeds(Step step) throws Exception {
    try {
      step.run();
      return true;
    } catch (IOException early) {
      return false;
    }
  }

  private static Stream<Arguments> excluded() {
    return Stream.of(
        paths(
            "removed, created again",
            (file, none) ->
                handOver(
                    () -> Files.delete(file),
                    () -> untilTrue(() -> succeeds(() -> Files.createFile(file))))),
        paths(
            "removed, linked again",
            (file, none) -> {
              Files.createFile(none);
              handOver(
                  () -> Files.delete(none),
                  () -> untilTrue(() -> succeeds(() -> Files.createLink(none, file))));
            }),
        paths(
            "created, removed",
            (file, none) ->
                handOver(
                    () -> Files.createFile(none),
                    () -> untilTrue(() -> Files.deleteIfExists(none)))),
        paths(
            "created, moved",
            (file, none) ->
                handOver(
                    () -> Files.createFile(none),
                    () ->
                        untilTrue(
                            () ->
                                succeeds(
                                    () ->
                                        Files.move(
                                            none, file, StandardCopyOption.REPLACE_EXISTING))))),
        paths(
            "removed, moved there",
            (file, none) -> {
              Files.createFile(none);
              handOver(
                  () -> Files.delete(none),
                  () -> untilTrue(() -> succeeds(() -> Files.move(file, none))));
            }),
        paths(
            "created, copied",
            (file, none) ->
                handOver(
                    () -> Files.createFile(none),
                    () ->
                        untilTrue(
                            () ->
                                succeeds(
                                    () ->
                                        Files.copy(
                                            none, file, StandardCopyOption.REPLACE_EXISTING))))),
        paths(
            "removed, copied there",
            (file, none) -> {
              Files.createFile(none);
              handOver(
                  () -> Files.delete(none),
                  () -> untilTrue(() -> succeeds(() -> Files.copy(file, none))));
            }),
        paths(
            "created, not again",
            (file, none) ->
                inTurn(() -> Files.createFile(none), () -> fails(() -> Files.createFile(none)))),
        paths(
            "created, not linked",
            (file, none) ->
                inTurn(
                    () -> Files.createFile(none), () -> fails(() -> Files.createLink(none, file)))),
        paths(
            "removed, not moved",
            (file, none) ->
                inTurn(() -> Files.delete(file), () -> fails(() -> Files.move(file, none)))),
        paths(
            "created, not moved there",
            (file, none) ->
                inTurn(() -> Files.createFile(none), () -> fails(() -> Files.move(file, none)))),
        paths(
            "created, not copied there",
            (file, none) ->
                inTurn(() -> Files.createFile(none), () -> fails(() -> Files.copy(file, none)))));
  }

  private interface UseOfFiles {
    void of(File file, File none) throws Exception;
  }

  private static Arguments files(String name, UseOfFiles use) {
    return paths("File: " + name, (file, none) -> use.of(file.toFile(), none.toFile()));
  }

  private static Stream<Arguments> ofFile() {
    return Stream.of(
        files(
            "created, found",
            (file, none) -> handOver(none::createNewFile, () -> untilTrue(none::exists))),
        files(
            "created, a regular file",
            (file, none) -> handOver(none::createNewFile, () -> untilTrue(none::isFile))),
        files(
            "a directory",
            (file, none) -> handOver(none::mkdir, () -> untilTrue(none::isDirectory))),
        files(
            "touched",
            (file, none) ->
                handOver(
                    () -> file.setLastModified(DAY.toMillis()),
                    () -> untilTrue(() -> file.lastModified() == DAY.toMillis()))),
        files(
            "written, its length",
            (file, none) ->
                handOver(
                    () -> Files.writeString(file.toPath(), "hello"),
                    () -> untilTrue(() -> file.length() == 5))),
        files(
            "moved, found",
            (file, none) -> handOver(() -> file.renameTo(none), () -> untilTrue(none::exists))),
        files(
            "moved, gone",
            (file, none) ->
                handOver(() -> file.renameTo(none), () -> untilTrue(() -> !file.exists()))),
        files(
            "removed, created again",
            (file, none) -> handOver(file::delete, () -> untilTrue(file::createNewFile))),
        files(
            "created, removed",
            (file, none) -> handOver(none::createNewFile, () -> untilTrue(none::delete))),
        files(
            "created, not again",
            (file, none) -> inTurn(none::createNewFile, () -> check(!none.mkdir()))),
        files(
            "created, moved",
            (file, none) ->
                handOver(none::createNewFile, () -> untilTrue(() -> none.renameTo(file)))),
        files(
            "created, replaced",
            (file, none) -> inTurn(none::createNewFile, () -> check(file.renameTo(none)))));
  }

  static Stream<Arguments> edges() {
    return Stream.of(found(), opened(), gone(), excluded(), ofFile()).flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        paths(
            "found, removed",
            (file, none) -> inTurn(() -> Files.exists(file), () -> Files.delete(file))),
        paths(
            "copied, written",
            (file, none) ->
                inTurn(() -> Files.copy(file, none), () -> Files.writeString(file, "hello"))),
        paths(
            "a jar, found",
            ".jar",
            (file, none) -> inTurn(() -> Files.createFile(none), () -> Files.exists(none))),
        paths(
            "a jar, its size",
            ".jar",
            (file, none) -> inTurn(() -> Files.writeString(file, "hello"), () -> Files.size(file))),
        files("found, removed", (file, none) -> inTurn(file::exists, file::delete)),
        files(
            "another file",
            (file, none) -> inTurn(none::createNewFile, () -> check(file.exists()))));
  }
}
