package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Programs.Step;
import java.io.File;
import java.io.IOException;
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

  private static void fails(Step step) throws Exception {
    try {
      step.run();
    } catch (IOException wanted) {
      return;
    }
    throw new IllegalStateException("it did not fail");
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
                    () -> untilTrue(() -> Files.getLastModifiedTime(file).equals(DAY)))));
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
            "moved away, not again",
            (file, none) ->
                inTurn(() -> Files.move(file, none), () -> fails(() -> Files.move(file, none)))),
        paths(
            "removed, not copied",
            (file, none) ->
                inTurn(() -> Files.delete(file), () -> fails(() -> Files.copy(file, none)))));
  }

  private static Stream<Arguments> excluded() {
    return Stream.of(
        paths(
            "removed, created again",
            (file, none) -> inTurn(() -> Files.delete(file), () -> Files.createFile(file))),
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
            "created, removed",
            (file, none) -> inTurn(() -> Files.createFile(none), () -> Files.delete(none))),
        paths(
            "created, moved",
            (file, none) ->
                inTurn(
                    () -> Files.createFile(none),
                    () -> Files.move(none, file, StandardCopyOption.REPLACE_EXISTING))),
        paths(
            "created, replaced",
            (file, none) ->
                inTurn(
                    () -> Files.createFile(none),
                    () -> Files.move(file, none, StandardCopyOption.REPLACE_EXISTING))),
        paths(
            "written, copied",
            (file, none) ->
                inTurn(() -> Files.writeString(file, "hello"), () -> Files.copy(file, none))),
        paths(
            "created, not copied to",
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
            (file, none) -> inTurn(file::delete, () -> check(file.createNewFile()))),
        files(
            "created, removed",
            (file, none) -> inTurn(none::createNewFile, () -> check(none.delete()))),
        files(
            "created, not again",
            (file, none) -> inTurn(none::createNewFile, () -> check(!none.mkdir()))),
        files(
            "created, moved",
            (file, none) -> inTurn(none::createNewFile, () -> check(none.renameTo(file)))),
        files(
            "created, replaced",
            (file, none) -> inTurn(none::createNewFile, () -> check(file.renameTo(none)))));
  }

  static Stream<Arguments> edges() {
    return Stream.of(found(), gone(), excluded(), ofFile()).flatMap(rows -> rows);
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
