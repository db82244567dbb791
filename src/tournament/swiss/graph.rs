//! Maximum matching: who can still play whom so that as many as possible have an opponent.
//!
//! A pairing is built edge by edge in the order the rules ask for. Before an edge is fixed, the
//! matching says whether the rest can still be paired; so the search never enters a dead branch,
//! and finds what backtracking over the whole round would find, in polynomial time. Augmenting
//! paths are found with blossoms contracted (J. Edmonds, "Paths, trees, and flowers", 1965).

use std::collections::VecDeque;

/// A set of vertices, one bit each.
#[derive(Clone, Debug)]
struct Set(Vec<u64>);

impl Set {
    fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    fn has(&self, vertex: usize) -> bool {
        self.0[vertex / 64] >> (vertex % 64) & 1 == 1
    }

    fn insert(&mut self, vertex: usize) {
        self.0[vertex / 64] |= 1 << (vertex % 64);
    }

    fn remove(&mut self, vertex: usize) {
        self.0[vertex / 64] &= !(1 << (vertex % 64));
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The lowest vertex of a word of a set.
fn lowest(word: u64, at: usize) -> usize {
    at * 64 + word.trailing_zeros() as usize
}

/// An undirected graph on the vertices `0..len`.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    neighbours: Vec<Set>,
}

impl Graph {
    /// The graph whose edges are the pairs `a < b` that `joined` accepts.
    pub(super) fn new(len: usize, joined: impl Fn(usize, usize) -> bool) -> Self {
        let mut neighbours = vec![Set::new(len); len];
        for a in 0..len {
            for b in a + 1..len {
                if joined(a, b) {
                    neighbours[a].insert(b);
                    neighbours[b].insert(a);
                }
            }
        }
        Self { neighbours }
    }

    /// Whether `a` and `b` are joined.
    pub(super) fn has(&self, a: usize, b: usize) -> bool {
        self.neighbours[a].has(b)
    }

    fn len(&self) -> usize {
        self.neighbours.len()
    }
}

const NONE: usize = usize::MAX;

/// A maximum matching of the vertices of a graph that are still present.
#[derive(Clone, Debug)]
pub(super) struct Matching<'g> {
    graph: &'g Graph,
    present: Set,
    /// The present vertices without a mate.
    single: Set,
    mate: Vec<usize>,
}

impl<'g> Matching<'g> {
    /// A maximum matching among these vertices of the graph.
    pub(super) fn new(graph: &'g Graph, vertices: impl IntoIterator<Item = usize>) -> Self {
        let mut present = Set::new(graph.len());
        for vertex in vertices {
            present.insert(vertex);
        }
        let single = present.clone();
        let mut matching = Self { graph, present, single, mate: vec![NONE; graph.len()] };
        for vertex in 0..graph.len() {
            if matching.single.has(vertex) {
                matching.augment(vertex);
            }
        }
        matching
    }

    /// The number of vertices that have no mate.
    pub(super) fn unmatched(&self) -> usize {
        self.single.count()
    }

    /// Whether this vertex has not been removed.
    pub(super) fn contains(&self, vertex: usize) -> bool {
        self.present.has(vertex)
    }

    /// Whether some maximum matching joins `a` and `b`.
    pub(super) fn allows(&self, a: usize, b: usize) -> bool {
        self.graph.has(a, b) && self.clone().take(a, b)
    }

    /// Removes `a` and `b` as a pair if some maximum matching joins them; otherwise changes
    /// nothing. Says whether it did.
    pub(super) fn take(&mut self, a: usize, b: usize) -> bool {
        if !self.graph.has(a, b) || !self.present.has(a) || !self.present.has(b) {
            return false;
        }
        let mates = [self.mate[a], self.mate[b]];
        self.remove(a);
        self.remove(b);
        // The matching must shrink by one pair only. Where both had other mates it lost two, and
        // one augmenting path has to make up for it; such a path starts at a forsaken mate.
        let lost_two = mates[0] != NONE && mates[1] != NONE && mates[0] != b;
        if lost_two && !self.augment(mates[0]) && !self.augment(mates[1]) {
            self.restore(a, mates[0]);
            self.restore(b, mates[1]);
            return false;
        }
        true
    }

    /// Whether some maximum matching leaves this vertex without a mate.
    pub(super) fn can_spare(&self, vertex: usize) -> bool {
        self.clone().spare(vertex)
    }

    /// Removes a vertex if some maximum matching leaves it without a mate; otherwise changes
    /// nothing. Says whether it did.
    pub(super) fn spare(&mut self, vertex: usize) -> bool {
        if !self.present.has(vertex) {
            return false;
        }
        let mate = self.mate[vertex];
        self.remove(vertex);
        let spared = mate == NONE || self.augment(mate);
        if !spared {
            self.restore(vertex, mate);
        }
        spared
    }

    fn remove(&mut self, vertex: usize) {
        self.present.remove(vertex);
        self.single.remove(vertex);
        let mate = std::mem::replace(&mut self.mate[vertex], NONE);
        if mate != NONE {
            self.mate[mate] = NONE;
            self.single.insert(mate);
        }
    }

    /// Undoes a removal after which the matching has not changed.
    fn restore(&mut self, vertex: usize, mate: usize) {
        self.present.insert(vertex);
        self.mate[vertex] = mate;
        if mate == NONE {
            self.single.insert(vertex);
        } else {
            self.mate[mate] = vertex;
            self.single.remove(mate);
        }
    }

    /// Lengthens the matching by an augmenting path from an unmatched vertex, if there is one.
    fn augment(&mut self, root: usize) -> bool {
        let Some((mut end, parent)) = Forest::search(self, root) else { return false };
        self.single.remove(root);
        self.single.remove(end);
        while end != NONE {
            let inner = parent[end];
            let next = self.mate[inner];
            self.mate[end] = inner;
            self.mate[inner] = end;
            end = next;
        }
        true
    }
}

/// The alternating tree grown from one root, with its blossoms contracted.
struct Forest<'m, 'g> {
    matching: &'m Matching<'g>,
    root: usize,
    /// The vertex before this one on the alternating path, for vertices at odd distance and
    /// inside blossoms.
    parent: Vec<usize>,
    /// The base of the blossom a vertex lies in; itself outside blossoms.
    base: Vec<usize>,
    /// Vertices at even distance from the root.
    even: Set,
    /// Vertices that are not in the tree.
    fresh: Set,
    queue: VecDeque<usize>,
}

impl<'m, 'g> Forest<'m, 'g> {
    /// The unmatched end of an augmenting path from the root, with the way back.
    fn search(matching: &'m Matching<'g>, root: usize) -> Option<(usize, Vec<usize>)> {
        let len = matching.graph.len();
        let mut forest = Self {
            matching,
            root,
            parent: vec![NONE; len],
            base: (0..len).collect(),
            even: Set::new(len),
            fresh: matching.present.clone(),
            queue: VecDeque::from([root]),
        };
        forest.even.insert(root);
        forest.fresh.remove(root);
        while let Some(from) = forest.queue.pop_front() {
            if let Some(end) = forest.grow(from) {
                return Some((end, forest.parent));
            }
        }
        None
    }

    /// Grows the tree from an even vertex; the end of an augmenting path, if one is reached.
    fn grow(&mut self, from: usize) -> Option<usize> {
        let matching = self.matching;
        let row = &matching.graph.neighbours[from].0;
        for (at, &word) in row.iter().enumerate() {
            // An unmatched vertex is outside the tree, unless it is the root.
            let ends = word & matching.single.0[at] & self.fresh.0[at];
            if ends != 0 {
                let end = lowest(ends, at);
                self.parent[end] = from;
                return Some(end);
            }
        }
        for (at, &word) in row.iter().enumerate() {
            let mut fresh = word & self.fresh.0[at];
            while fresh != 0 {
                let to = lowest(fresh, at);
                let mate = matching.mate[to];
                self.parent[to] = from;
                self.fresh.remove(to);
                self.fresh.remove(mate);
                self.even.insert(mate);
                self.queue.push_back(mate);
                fresh = word & self.fresh.0[at];
            }
        }
        for (at, &word) in row.iter().enumerate() {
            let mut even = word & self.even.0[at];
            while even != 0 {
                let to = lowest(even, at);
                even &= even - 1;
                if self.base[from] != self.base[to] {
                    self.contract(from, to);
                }
            }
        }
        None
    }

    /// Contracts the blossom that the edge between two even vertices closes.
    fn contract(&mut self, a: usize, b: usize) {
        let base = self.common_base(a, b);
        let mut in_blossom = vec![false; self.base.len()];
        self.mark(a, base, b, &mut in_blossom);
        self.mark(b, base, a, &mut in_blossom);
        for vertex in 0..self.base.len() {
            if in_blossom[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.even.has(vertex) {
                    self.even.insert(vertex);
                    self.queue.push_back(vertex);
                }
            }
        }
    }

    fn common_base(&self, a: usize, b: usize) -> usize {
        let mut on_path = vec![false; self.base.len()];
        let mut vertex = self.base[a];
        loop {
            on_path[vertex] = true;
            if vertex == self.base[self.root] {
                break;
            }
            vertex = self.base[self.parent[self.matching.mate[vertex]]];
        }
        let mut vertex = self.base[b];
        while !on_path[vertex] {
            vertex = self.base[self.parent[self.matching.mate[vertex]]];
        }
        vertex
    }

    /// Marks the blossom's arm from `vertex` to the base, and turns the way back around through
    /// the closing edge.
    fn mark(&mut self, mut vertex: usize, base: usize, mut child: usize, in_blossom: &mut [bool]) {
        while self.base[vertex] != base {
            let mate = self.matching.mate[vertex];
            in_blossom[self.base[vertex]] = true;
            in_blossom[self.base[mate]] = true;
            self.parent[vertex] = child;
            child = mate;
            vertex = self.parent[mate];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The size of a maximum matching among the vertices in `left`, by trying everything.
    fn brute(edges: &[(usize, usize)], left: u32) -> usize {
        edges
            .iter()
            .filter(|&&(a, b)| left >> a & 1 == 1 && left >> b & 1 == 1)
            .map(|&(a, b)| {
                // Only the lowest vertex of an edge may be skipped, which keeps the trials few.
                let below = left & ((1 << a.min(b)) - 1);
                1 + brute(edges, left & !below & !(1 << a) & !(1 << b))
            })
            .max()
            .unwrap_or(0)
    }

    fn edges_of(len: usize, bits: u64) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        for a in 0..len {
            for b in a + 1..len {
                if bits >> (all.len() % 64) & 1 == 1 {
                    all.push((a, b));
                } else {
                    all.push((NONE, NONE));
                }
            }
        }
        all.retain(|&(a, _)| a != NONE);
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Size, allowed pairs and spare vertices agree with trying everything.
        #[test]
        fn agrees_with_brute_force(len in 2usize..9, bits in any::<u64>(), more in any::<u64>()) {
            // The mask makes graphs of all densities.
            let edges = edges_of(len, bits & (more | bits.rotate_left(7)));
            let graph = Graph::new(len, |a, b| edges.contains(&(a, b)));
            let all = (1u32 << len) - 1;
            let size = brute(&edges, all);
            let matching = Matching::new(&graph, 0..len);
            prop_assert_eq!(matching.unmatched(), len - 2 * size);
            for a in 0..len {
                let spared = brute(&edges, all & !(1 << a)) == size;
                prop_assert_eq!(matching.can_spare(a), spared);
                for b in a + 1..len {
                    let rest = brute(&edges, all & !(1 << a) & !(1 << b));
                    let expected = edges.contains(&(a, b)) && rest + 1 == size;
                    prop_assert_eq!(matching.allows(a, b), expected);
                }
            }
        }
    }

    /// Two triangles joined by a bridge: a search without blossoms misses the perfect matching
    /// that uses the bridge.
    #[test]
    fn finds_the_way_through_blossoms() {
        let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)];
        let graph = Graph::new(6, |a, b| edges.contains(&(a, b)));
        let mut matching = Matching::new(&graph, 0..6);
        assert_eq!(matching.unmatched(), 0);
        assert!(!matching.take(0, 2), "1 would be left alone");
        assert!(matching.take(2, 3));
        assert_eq!(matching.unmatched(), 0);
    }
}
