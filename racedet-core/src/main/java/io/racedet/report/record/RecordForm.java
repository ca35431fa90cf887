package io.racedet.report.record;

import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.WitnessOrder;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The JSON format of one class of records. */
final class RecordForm {
  /** Fields that files of earlier versions lack. */
  private static final Map<Class<?>, Set<String>> ADDED =
      Map.of(
          RunReport.class, Set.of("deadlocks", "gone"),
          TestRun.class, Set.of("dropped", "limits"),
          ReportedRace.class, Set.of("remark", "standing", "unlisted"),
          ReportedDeadlock.class, Set.of("standing"),
          ReportedAccess.class, Set.of("nearest"),
          WitnessOrder.class, Set.of("shown", "sequence"));

  private static final ClassValue<RecordForm> FORMS =
      new ClassValue<>() {
        @Override
        protected RecordForm computeValue(Class<?> type) {
          return new RecordForm(type);
        }
      };

  private final List<RecordComponent> components;
  private final Constructor<?> constructor;
  private final Set<String> added;

  private RecordForm(Class<?> type) {
    components = List.of(type.getRecordComponents());
    added = ADDED.getOrDefault(type, Set.of());
    try {
      constructor =
          type.getConstructor(
              components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " has no public canonical constructor", e);
    }
  }

  static RecordForm of(Class<?> type) {
    return FORMS.get(type);
  }

  List<RecordComponent> components() {
    return components;
  }

  /** Whether a file may lack a field. */
  boolean isAdded(String field) {
    return added.contains(field);
  }

  /** Fields derived from a record for other readers of the JSON; they are not read back. */
  static Map<String, String> derived(Record value) {
    if (value instanceof ReportedRace race) {
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("fingerprint", race.key().fingerprint());
      fields.put("conflict", race.kind().text());
      return fields;
    }
    if (value instanceof ReportedDeadlock deadlock) {
      return Map.of("fingerprint", deadlock.key().fingerprint());
    }
    return value instanceof ReportedAccess access
        ? Map.of("operation", access.operation())
        : Map.of();
  }

  /** Whether a record stands for null. */
  static boolean isNone(Record value) {
    return value instanceof ReportedAccess access && !access.isKnown();
  }

  /** The record of a class that stands for null; null if there is none. */
  static Record none(Class<?> type) {
    return type == ReportedAccess.class ? ReportedAccess.UNKNOWN : null;
  }

  Record make(Object... values) {
    try {
      return (Record) constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(constructor + " of " + Arrays.toString(values), e);
    }
  }
}
