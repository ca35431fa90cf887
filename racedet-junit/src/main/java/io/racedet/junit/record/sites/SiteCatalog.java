package io.racedet.junit.record.sites;

import io.racedet.report.Frame;
import java.util.List;

/**
 * Resolves the ids that woven code passes to the hooks. Ids are dense, start at 0, and keep their
 * meaning during the lifetime of the process. Lookups take constant time, allocate nothing, and may
 * be made by any thread while more classes are woven.
 */
public interface SiteCatalog {
  /** The woven classes of a name, each of another class loader. */
  List<TypeInfo> types(String className);

  /** Looks up a site. */
  Site site(int id);

  /** Looks up a method. */
  MethodInfo method(int id);

  /**
   * The name that reports have for a method, given that of the class file: of a lambda without the
   * number that edits elsewhere change. The same if the method is not woven. Linear in the methods.
   */
  String reportedName(String className, String method);

  /** The frame that reports have for one of a stack trace, with that name of its method. */
  default Frame frame(StackTraceElement element) {
    Frame frame = Frame.of(element);
    String name = reportedName(frame.className(), frame.method());
    return new Frame(frame.className(), name, frame.file(), frame.line());
  }

  /** Looks up a field; its id is not negative. */
  FieldInfo field(int id);
}
