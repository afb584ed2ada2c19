               -- Said once for each: what a row of another table holds would be unpacked for each entry.
               (e.code <~> case when r.role = 'assertion'
                           then (select binary_quantize(cast(cast(:fact_vector as text) as halfvec(384)))::bit(384))
                           else (select binary_quantize(cast(cast(:vector as text) as halfvec(384)))::bit(384)) end)
