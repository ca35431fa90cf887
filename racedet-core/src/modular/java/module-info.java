/** A program as users of racedet-core write it: in a module, with what racedet exports. */
module com.acme.orders {
  requires io.racedet.core;
}
