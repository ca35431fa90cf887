package io.racedet.junit.agent.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Resolves the members in the paths of a model from class files, without loading a class. Belongs
 * to one weaving.
 */
final class ClassMembers {
  private static final int FIXED = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;

  /** Reads class files. */
  interface Files {
    /** Opens the file of a class; null when there is no such class. */
    InputStream open(String name) throws IOException;
  }

  /** A field or method as an instruction names it. */
  record Member(String owner, String name, String descriptor, boolean ofInterface) {}

  private record Declared(int access, String name, String descriptor) {
    boolean isStatic() {
      return (access & Opcodes.ACC_STATIC) != 0;
    }
  }

  /** What a class declares. */
  private static final class Outline extends ClassVisitor {
    private final List<Declared> fields = new ArrayList<>();
    private final List<Declared> methods = new ArrayList<>();
    private String superName;
    private boolean isInterface;

    Outline() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String parent, String[] types) {
      superName = parent;
      isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      fields.add(new Declared(access, name, descriptor));
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      methods.add(new Declared(access, name, descriptor));
      return null;
    }
  }

  private final Files files;
  private final Map<String, Outline> outlines = new HashMap<>();

  ClassMembers(Files files) {
    this.files = files;
  }

  /** Members of the classes that a loader finds, null for the boot loader. */
  static ClassMembers of(ClassLoader loader) {
    return new ClassMembers(
        name ->
            loader == null
                ? ClassLoader.getSystemResourceAsStream(name + ".class")
                : loader.getResourceAsStream(name + ".class"));
  }

  /** Adds a class whose file has been read. */
  void define(ClassReader reader) {
    outlines.put(reader.getClassName(), outline(reader));
  }

  private static Outline outline(ClassReader reader) {
    Outline outline = new Outline();
    reader.accept(outline, ClassReader.SKIP_CODE);
    return outline;
  }

  private Outline outline(String name) {
    if (!outlines.containsKey(name)) {
      outlines.put(name, read(name));
    }
    return outlines.get(name);
  }

  private Outline read(String name) {
    byte[] file = file(name);
    return file == null ? null : outline(new ClassReader(file));
  }

  /** The file of a class, or null. */
  byte[] file(String name) {
    try (InputStream in = files.open(name)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the class file of " + name, e);
    }
  }

  /** The instance field of a class or of a superclass, or null. */
  Member field(String type, String name) {
    Outline outline = outline(type);
    for (String at = type; outline != null; ) {
      for (Declared field : outline.fields) {
        if (field.name.equals(name) && !field.isStatic()) {
          return new Member(at, name, field.descriptor, outline.isInterface);
        }
      }
      at = outline.superName;
      outline = at == null ? null : outline(at);
    }
    return null;
  }

  /** The instance method without arguments of a class or of a superclass, or null. */
  Member getter(String type, String name) {
    Outline outline = outline(type);
    for (String at = type; outline != null; ) {
      for (Declared method : outline.methods) {
        boolean fits = method.name.equals(name) && method.descriptor.startsWith("()");
        if (fits && !method.isStatic() && !method.descriptor.endsWith("V")) {
          return new Member(at, name, method.descriptor, outline.isInterface);
        }
      }
      at = outline.superName;
      outline = at == null ? null : outline(at);
    }
    return null;
  }

  /** Whether a class declares the method, and no other class can have one in its place. */
  boolean isFixed(String type, String name, String descriptor) {
    Outline outline = outline(type);
    for (Declared method : outline == null ? List.<Declared>of() : outline.methods) {
      if (method.name.equals(name) && method.descriptor.equals(descriptor)) {
        return (method.access & FIXED) != 0;
      }
    }
    return false;
  }

  /** The static method of a class with that descriptor, or null. */
  Member tester(String type, String name, String descriptor) {
    Outline outline = outline(type);
    for (Declared method : outline == null ? List.<Declared>of() : outline.methods) {
      if (method.name.equals(name) && method.descriptor.equals(descriptor) && method.isStatic()) {
        return new Member(type, name, descriptor, outline.isInterface);
      }
    }
    return null;
  }
}
