package io.racedet.fleet;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Finds trace files on any file system of Hadoop. An argument is a file; a folder, for all traces
 * in it; or a pattern with {@code * ? [ ] { }}, in which {@code **}{@code /} stands for any number
 * of folders.
 */
final class TraceFiles {
  private static final String ALL_TRACES = "**/*.{rdt,std,slp,rdt.gz,std.gz,slp.gz}";
  private static final String LOCAL = "file";
  private static final String WILD = "*?[{";

  private final Configuration hadoop;
  private final OriginRule origins;
  private final TreeMap<String, TraceInput> found = new TreeMap<>(); // by name

  TraceFiles(Configuration hadoop, OriginRule origins) {
    this.hadoop = hadoop;
    this.origins = origins;
  }

  /**
   * Adds what an argument stands for.
   *
   * @throws IOException if there is no such file, or none that matches; the message names it
   */
  void add(String argument) throws IOException {
    int wild = firstWild(argument);
    if (wild >= 0) {
      int slash = argument.lastIndexOf('/', wild);
      addMatching(argument, argument.substring(0, slash + 1), argument.substring(slash + 1));
      return;
    }
    Path path = new Path(argument);
    FileSystem files = path.getFileSystem(hadoop);
    FileStatus status;
    try {
      status = files.getFileStatus(path);
    } catch (FileNotFoundException e) {
      throw new IOException(argument + ": no such file", e);
    }
    if (status.isDirectory()) {
      addMatching(argument, argument.endsWith("/") ? argument : argument + '/', ALL_TRACES);
    } else {
      add(files, status);
    }
  }

  private void addMatching(String argument, String folder, String pattern) throws IOException {
    Path base = new Path(folder.isEmpty() ? "." : folder);
    FileSystem files = base.getFileSystem(hadoop);
    Path qualified = files.makeQualified(base);
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + pattern.replace("**/", "{**/,}"));
    List<FileStatus> all;
    try {
      all = in(files, base, pattern.contains("/"));
    } catch (FileNotFoundException e) {
      throw new IOException(argument + ": no such folder: " + folder, e);
    }
    boolean any = false;
    for (FileStatus status : all) {
      String rest = within(qualified, status.getPath());
      if (matcher.matches(java.nio.file.Path.of(rest))) {
        add(files, status);
        any = true;
      }
    }
    if (!any) {
      throw new IOException(argument + ": no trace file matches");
    }
  }

  /* Not by listFiles, which asks for the permissions of each file: of local ones by a process. */
  private static List<FileStatus> in(FileSystem files, Path folder, boolean deep)
      throws IOException {
    List<FileStatus> found = new ArrayList<>();
    Deque<Path> folders = new ArrayDeque<>(List.of(folder));
    while (!folders.isEmpty()) {
      RemoteIterator<FileStatus> each = files.listStatusIterator(folders.remove());
      while (each.hasNext()) {
        FileStatus status = each.next();
        if (status.isFile()) {
          found.add(status);
        } else if (deep && status.isDirectory()) {
          folders.add(status.getPath());
        }
      }
    }
    return found;
  }

  private static int firstWild(String argument) {
    for (int i = 0; i < argument.length(); i++) {
      if (WILD.indexOf(argument.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private void add(FileSystem files, FileStatus status) {
    String name = within(files.makeQualified(files.getWorkingDirectory()), status.getPath());
    found.put(
        name,
        new TraceInput(
            status.getPath().toUri().toString(), name, origins.of(name), status.getLen()));
  }

  /** A path as seen from a folder; complete if it is elsewhere. */
  private static String within(Path folder, Path path) {
    String prefix = folder.toUri().getPath();
    String whole = path.toUri().getPath();
    String start = prefix.endsWith("/") ? prefix : prefix + '/';
    boolean isInside =
        whole.startsWith(start)
            && String.valueOf(folder.toUri().getAuthority())
                .equals(String.valueOf(path.toUri().getAuthority()));
    if (isInside) {
      return whole.substring(start.length());
    }
    return LOCAL.equals(path.toUri().getScheme()) ? whole : path.toString();
  }

  /** The files, each once, in the order of their names. */
  List<TraceInput> all() {
    return new ArrayList<>(found.values());
  }
}
