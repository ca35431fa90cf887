package io.racedet.junit.advice;

import java.util.Optional;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A field as its class declares it.
 *
 * @param isValue whether what it holds can be copied by a race without harm: neither of its halves
 *     nor anything that it refers to is written later
 */
record FieldType(Type type, boolean isStatic, boolean isValue) {
  private static final Set<String> VALUES =
      Set.of(
          "java/lang/String",
          "java/lang/Class",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double");

  /** Looks a field up in a class file. */
  static Optional<FieldType> of(byte[] classFile, String field, ClassFiles files) {
    Finder finder = new Finder(field);
    new ClassReader(classFile).accept(finder, ClassReader.SKIP_CODE);
    return finder.descriptor == null
        ? Optional.empty()
        : Optional.of(
            new FieldType(
                Type.getType(finder.descriptor),
                (finder.access & Opcodes.ACC_STATIC) != 0,
                isValue(Type.getType(finder.descriptor), files)));
  }

  private static boolean isValue(Type type, ClassFiles files) {
    return switch (type.getSort()) {
      case Type.LONG, Type.DOUBLE, Type.ARRAY -> false;
      case Type.OBJECT ->
          VALUES.contains(type.getInternalName())
              || files.of(type.getClassName()).map(FieldType::hasFinalFieldsOnly).orElse(false);
      default -> true;
    };
  }

  private static boolean hasFinalFieldsOnly(byte[] classFile) {
    FinalFields fields = new FinalFields();
    new ClassReader(classFile).accept(fields, ClassReader.SKIP_CODE);
    return fields.areFinal;
  }

  /** Whether it is a number that can be added to. */
  boolean isNumber() {
    return type.getSort() >= Type.CHAR && type.getSort() <= Type.DOUBLE;
  }

  /** Whether it refers to an object or an array. */
  boolean isReference() {
    return type.getSort() >= Type.ARRAY;
  }

  private static final class Finder extends ClassVisitor {
    private final String field;
    private String descriptor;
    private int access;

    Finder(String field) {
      super(Opcodes.ASM9);
      this.field = field;
    }

    @Override
    public FieldVisitor visitField(
        int flags, String name, String type, String signature, Object value) {
      if (name.equals(field)) {
        descriptor = type;
        access = flags;
      }
      return null;
    }
  }

  /** A class with final fields only that extends nothing which may have others. */
  private static final class FinalFields extends ClassVisitor {
    private static final Set<String> WITHOUT_FIELDS =
        Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum");

    private boolean areFinal;

    FinalFields() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int flags, String type, String signature, String parent, String[] others) {
      // What implements an interface or is not final is not known.
      areFinal =
          parent != null
              && WITHOUT_FIELDS.contains(parent)
              && (flags & (Opcodes.ACC_FINAL | Opcodes.ACC_ENUM)) != 0
              && (flags & Opcodes.ACC_INTERFACE) == 0;
    }

    @Override
    public FieldVisitor visitField(
        int flags, String name, String type, String signature, Object value) {
      areFinal &= (flags & (Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)) != 0;
      return null;
    }
  }
}
