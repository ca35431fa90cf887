package io.racedet.runtime;

import java.io.FileDescriptor;

/**
 * Files are known by their names, without directories: there are many paths to one file. Those of
 * one name in several directories are taken for one.
 */
final class Files {
  /** The number of what has no path: the other end is in a process that this one has started. */
  static final int OF_OTHER_PROCESSES = 0;

  private Files() {}

  /** The number of the file with a path. */
  static int of(Object path) {
    String text = text(path);
    int hash = 1;
    for (int i = text.length() - 1; i >= 0 && !isSeparator(text.charAt(i)); i--) {
      hash = 31 * hash + text.charAt(i);
    }
    return text.isEmpty() ? OF_OTHER_PROCESSES : hash == OF_OTHER_PROCESSES ? 1 : hash;
  }

  /* Code of the program is not called: its paths are taken for one. */
  private static String text(Object path) {
    if (path == null) {
      return "";
    }
    return path.getClass().getClassLoader() == null ? path.toString() : "?";
  }

  private static boolean isSeparator(char c) {
    return c == '/' || c == '\\';
  }

  /** Not one of those that class loaders read all the time. */
  static boolean isData(Object path) {
    return !text(path).endsWith(".jar");
  }

  /** Whether what is written there is gone. */
  static boolean isConsole(Object descriptor) {
    return descriptor == FileDescriptor.out || descriptor == FileDescriptor.err;
  }
}
