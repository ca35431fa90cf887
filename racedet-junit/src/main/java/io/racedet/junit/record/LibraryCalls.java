package io.racedet.junit.record;

import io.racedet.junit.record.detail.LibraryCallPass;
import io.racedet.junit.record.merge.TraceIds;

/** What the ids stand for that an engine has got for calls of libraries. */
public final class LibraryCalls {
  private final LibraryCallPass pass;
  private final TraceIds ids;
  private final ReplaySource source;

  LibraryCalls(LibraryCallPass pass, TraceIds ids, ReplaySource source) {
    this.pass = pass;
    this.ids = ids;
    this.source = source;
  }

  /** The class of the object that a variable stands for; empty if it is not known. */
  public String className(int variable) {
    Class<?> type = source.raw.typeOf(pass.object(variable));
    return type == null ? "" : type.getName();
  }

  /** The name of a thread. */
  public String thread(int thread) {
    return source.threadNames.of(ids.slot(thread));
  }

  /** Where a call is; empty if it is not known. */
  public String place(int location) {
    return pass.place(location);
  }
}
