package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** The methods of a class file, and what its constructors do with their objects. */
final class ClassCode extends ClassVisitor {
  private final String name;
  private final List<MethodCode> methods = new ArrayList<>();
  private final List<LoopHeads> heads = new ArrayList<>();
  private final Map<String, Boolean> keepsOwnObject = new HashMap<>(); // by descriptor

  ClassCode(ClassReader reader) {
    super(Opcodes.ASM9);
    this.name = reader.getClassName();
    reader.accept(this, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodCode code = new MethodCode(name, access, method, descriptor, ReferenceFlow.MAX_SITES);
    methods.add(code);
    heads.add(new LoopHeads(code));
    return heads.get(heads.size() - 1);
  }

  /** All methods, in the order of the class file. */
  List<MethodCode> methods() {
    return methods;
  }

  /** The heads of the loops of each method. */
  List<LoopHeads> heads() {
    return heads;
  }

  /**
   * Whether an object of exactly this class is referred to by nothing but what its creator keeps,
   * when a constructor has returned or thrown. Only Object and this class are known as classes
   * whose constructors may be called for it, so that it inherits no finalizer either.
   */
  boolean keepsOwnObject(String descriptor) {
    Boolean known = keepsOwnObject.get(descriptor);
    if (known == null) {
      keepsOwnObject.put(descriptor, false); // while it calls itself
      known = findsKept(descriptor);
      keepsOwnObject.put(descriptor, known);
    }
    return known;
  }

  private boolean findsKept(String descriptor) {
    if (methods.stream().anyMatch(MethodCode::isFinalizer)) {
      return false;
    }
    for (MethodCode method : methods) {
      if (method.isConstructor() && method.descriptor().equals(descriptor) && method.hasCode()) {
        return new ReferenceFlow(method, this::keepsOwnObject).keepsOwnObject();
      }
    }
    return false;
  }
}
